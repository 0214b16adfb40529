import type { Value } from '../values/context.ts';
import type { Arithmetic } from '../values/number.ts';
import type { Comparison } from '../values/protocol.ts';

/** The arguments of a call, a filter or a test. */
export interface Arguments {
  readonly positional: readonly Expression[];
  readonly named: readonly (readonly [name: string, value: Expression])[];
  readonly star: Expression | undefined;
  readonly doubleStar: Expression | undefined;
}

export type Expression =
  | { readonly kind: 'constant'; readonly value: Value }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list' | 'tuple'; readonly items: readonly Expression[] }
  | { readonly kind: 'dict'; readonly items: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'attribute'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'item'; readonly of: Expression; readonly key: Expression }
  | {
      readonly kind: 'slice';
      readonly of: Expression;
      readonly parts: readonly [Expression | undefined, Expression | undefined, Expression | undefined];
    }
  | { readonly kind: 'call'; readonly of: Expression; readonly args: Arguments }
  | {
      readonly kind: 'filter';
      /** Absent in `{% filter %}` and block `set`, where the body is filtered. */
      readonly of: Expression | undefined;
      readonly name: string;
      readonly args: Arguments;
      readonly offset: number;
    }
  | {
      readonly kind: 'test';
      readonly of: Expression;
      readonly name: string;
      readonly args: Arguments;
      readonly offset: number;
    }
  | {
      readonly kind: 'binary';
      readonly operator: Arithmetic;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'unary'; readonly operator: '-' | '+'; readonly of: Expression }
  | { readonly kind: 'not'; readonly of: Expression }
  | {
      readonly kind: 'logic';
      readonly operator: 'and' | 'or';
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'concat'; readonly parts: readonly Expression[] }
  | {
      readonly kind: 'compare';
      readonly first: Expression;
      readonly rest: readonly (readonly [Comparison | 'in' | 'not in', Expression])[];
    }
  | {
      readonly kind: 'conditional';
      readonly test: Expression;
      readonly chosen: Expression;
      readonly otherwise: Expression | undefined;
    };

export type Target =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly of: string; readonly name: string }
  | { readonly kind: 'targets'; readonly items: readonly Target[] };

export interface Signature {
  readonly names: readonly string[];
  /** The defaults of the last parameters. */
  readonly defaults: readonly Expression[];
}

type Body = readonly Statement[];

type StatementShape =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly of: Expression }
  | { readonly kind: 'do'; readonly of: Expression }
  | {
      readonly kind: 'for';
      readonly target: Target;
      readonly over: Expression;
      readonly test: Expression | undefined;
      readonly recursive: boolean;
      readonly body: Body;
      readonly otherwise: Body;
    }
  | {
      readonly kind: 'if';
      readonly branches: readonly (readonly [Expression, Body])[];
      readonly otherwise: Body;
    }
  | { readonly kind: 'set'; readonly target: Target; readonly value: Expression }
  | {
      readonly kind: 'capture';
      readonly target: Target;
      readonly filter: Expression | undefined;
      readonly body: Body;
    }
  | { readonly kind: 'macro'; readonly name: string; readonly signature: Signature; readonly body: Body }
  | {
      readonly kind: 'callBlock';
      readonly call: Expression;
      readonly signature: Signature;
      readonly body: Body;
    }
  | { readonly kind: 'filterBlock'; readonly filter: Expression; readonly body: Body }
  | {
      readonly kind: 'with';
      readonly targets: readonly (readonly [Target, Expression])[];
      readonly body: Body;
    }
  | { readonly kind: 'autoescape'; readonly on: boolean; readonly body: Body }
  | { readonly kind: 'block'; readonly name: string; readonly required: boolean; readonly body: Body }
  | { readonly kind: 'break' | 'continue' }
  | {
      readonly kind: 'include';
      readonly name: Expression;
      readonly optional: boolean;
      readonly context: boolean;
    }
  | { readonly kind: 'import'; readonly name: Expression; readonly as: string; readonly context: boolean }
  | {
      readonly kind: 'from';
      readonly name: Expression;
      readonly names: readonly (readonly [name: string, as: string])[];
      readonly context: boolean;
    }
  | { readonly kind: 'extends'; readonly name: Expression };

/** A statement and its line. */
export type Statement = StatementShape & { readonly line: number };
