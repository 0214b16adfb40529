import type { FormField, FormValues } from '../../parts/form/form-field.ts';
import { type Config, configIn, configsIn, textsIn } from '../config.ts';

/** Fields of the form that are no keys of the card. */
const [WIDTH, USERS] = ['#width', '#users'] as const;
export const FORM_KEYS = { width: WIDTH, users: USERS } as const;
const WIDTHS: Readonly<Record<string, number | 'full'>> = { third: 4, half: 6, full: 12 };

/** The values of the form of a card. */
export function valuesOf(card: Config): FormValues {
  const columns = configIn(card.grid_options)?.columns;
  const width = Object.entries(WIDTHS).find(([, count]) => count === columns)?.[0];
  const users = usersOf(card.visibility);
  return {
    ...card,
    ...(width === undefined ? {} : { [WIDTH]: width }),
    ...(users === undefined || users.length === 0 ? {} : { [USERS]: users }),
  };
}

/** The card as the form has it now; keys without a field stay as they are. */
export function cardOf(card: Config, values: FormValues, fields: readonly FormField[]): Config {
  const names = new Set(fields.map(({ name }) => name));
  const kept = Object.entries(card).filter(([key]) => !names.has(key));
  const given = Object.entries(values).filter(([key]) => names.has(key) && !key.startsWith('#'));
  const order = Object.keys(card);
  const next = Object.fromEntries(
    [...kept, ...given].sort(([one], [other]) => place(order, one) - place(order, other)),
  );
  if (names.has(WIDTH)) setWidth(next, values[WIDTH]);
  if (names.has(USERS)) setUsers(next, textsIn(values[USERS] ?? []));
  return next;
}

/** The users that a card is shown to; undefined where its conditions are others. */
export function usersOf(visibility: unknown): readonly string[] | undefined {
  if (visibility === undefined) return [];
  const [only, ...others] = configsIn(visibility);
  if (only === undefined) return [];
  return others.length === 0 && only.condition === 'user' ? textsIn(only.users) : undefined;
}

function setWidth(card: Record<string, unknown>, width: unknown): void {
  const { columns: _columns, ...others } = configIn(card.grid_options) ?? {};
  const columns = typeof width === 'string' ? WIDTHS[width] : undefined;
  const options = columns === undefined ? others : { ...others, columns };
  if (Object.keys(options).length > 0) card.grid_options = options;
  else delete card.grid_options;
}

function setUsers(card: Record<string, unknown>, users: readonly string[]): void {
  if (users.length > 0) card.visibility = [{ condition: 'user', users }];
  else delete card.visibility;
}

/** Known keys stay where they were, new ones come last. */
function place(order: readonly string[], key: string): number {
  const at = order.indexOf(key);
  return at < 0 ? order.length : at;
}
