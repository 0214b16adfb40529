/** The value of a YAML text, or its error. */
export type YamlReading =
  | { readonly value: unknown }
  | { readonly problem: string; readonly code: string; readonly line: number };

/** Parses and formats YAML as the server does. */
export interface YamlTools {
  read(text: string): YamlReading;
  write(value: unknown): string;
}

let tools: Promise<YamlTools> | undefined;

/** Loads the YAML code with the first editor; retried by the next one if that fails. */
export function yamlTools(): Promise<YamlTools> {
  tools ??= load().catch((error: unknown) => {
    tools = undefined;
    throw error;
  });
  return tools;
}

async function load(): Promise<YamlTools> {
  const { isScalar, LineCounter, parseDocument, stringify, visit } = await import('yaml');
  // In YAML 1.1 `07:30` is a base-60 number, but users mean a time.
  const options = {
    version: '1.1' as const,
    customTags: (tags: readonly unknown[]) => tags.filter((tag) => !isTime(tag)) as never[],
  };
  return {
    read: (text) => {
      const lineCounter = new LineCounter();
      const document = parseDocument(text, {
        ...options,
        prettyErrors: true,
        lineCounter,
        keepSourceTokens: true,
      });
      const [problem] = document.errors;
      if (problem !== undefined) {
        const [first = ''] = problem.message.split('\n');
        const message = first.replace(/ at line \d+, column \d+:?$/, '').replace(/:$/, '');
        return { problem: message, code: problem.code, line: problem.linePos?.[0].line ?? 1 };
      }
      let lost: number | undefined;
      // Below `? key` the parser silently drops a list without `:` before it; keys such as `on` are texts.
      visit(document, {
        Pair: (_, { key, srcToken }) => {
          if (isScalar(key) && key.source !== undefined) key.value = key.source;
          if (srcToken?.value && !srcToken.sep?.some(({ type }) => type === 'map-value-ind'))
            lost ??= srcToken.value.offset;
        },
      });
      if (lost !== undefined)
        return {
          problem: 'A list below an explicit key needs a : before it',
          code: 'lost_list',
          line: lineCounter.linePos(lost).line,
        };
      return written(() => document.toJS({ maxAliasCount: 1000 }) as unknown);
    },
    write: (value) =>
      value === undefined || value === null ? '' : stringify(value, { ...options, lineWidth: 0 }),
  };
}

/** Rejects values that cannot be sent: aliases may be circular or expand beyond the memory. */
function written(value: () => unknown): YamlReading {
  try {
    const read = value();
    JSON.stringify(read);
    return { value: read };
  } catch {
    return { problem: 'An anchor holds itself, or is used too often', code: 'endless', line: 1 };
  }
}

function isTime(tag: unknown): boolean {
  if (typeof tag !== 'object' || tag === null)
    return tag === 'timestamp' || tag === 'intTime' || tag === 'floatTime';
  const { format, tag: name } = tag as { format?: string; tag?: string };
  return format === 'TIME' || name?.endsWith(':timestamp') === true;
}
