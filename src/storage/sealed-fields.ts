import { isObject } from '../core/coerce.ts';
import { isSecretKey, redactText } from '../core/redact.ts';
import type { Database } from './database.ts';
import type { SecretBox } from './secret-box.ts';
import type { Statement } from './sqlite.ts';

/** The collection whose documents have passwords and tokens of devices and accounts. */
const SEALED = 'config_entries';
/** The only field of what stands in for an encrypted value. */
const MARK = '$sealed';
/** Names of secrets besides those that are hidden in the log. */
const SECRET_NAME = /(?:^|_)(?:key|pin|cookies?|auth|session|jwt)$|^code$|webhook_id$/i;
/** What stays readable of an entry whose integration is not known. */
const PLACE = /^(?:host|port|ip_address|mac|name|domain)$/;

type Fields = Readonly<Record<string, unknown>>;

/** A stored document: its JSON text, or null for none. */
interface Stored {
  readonly collection: string;
  readonly id: string;
  readonly body: string | null;
}

/** Which values of a document are secrets. */
interface Rule {
  /** The fields that its integration marks as secret. */
  readonly names: ReadonlySet<string>;
  /** The integration is not known, and neither are its secrets. */
  readonly isWaiting: boolean;
  /** Whether texts are searched for secrets, such as addresses with passwords. */
  readonly searches: boolean;
}

/**
 * Encrypts the secrets of config entries where they are stored: in the database and in recorded changes. What reads
 * documents through `Documents` gets them decrypted.
 */
export class SealedFields {
  private readonly box: SecretBox;

  constructor(box: SecretBox) {
    this.box = box;
  }

  /** The text to store. What is encrypted already stays as it is. */
  seal({ collection, id, body }: Stored): string | null {
    if (collection !== SEALED || body === null) return body;
    const entry: unknown = JSON.parse(body);
    if (!isObject(entry)) return body;
    const isHelper = isObject(entry.data) && Object.keys(entry.data).length === 0;
    const isWaiting = entry.is_waiting === true;
    const marked = Array.isArray(entry.secret_fields) ? entry.secret_fields.map(String) : [];
    const rule: Rule = { names: new Set(marked), isWaiting, searches: !isHelper };
    const seal = (value: unknown): unknown => this.sealedIn(value, rule, `${collection}/${id}`);
    const parts =
      entry.subentries === undefined ? {} : { subentries: this.sealedParts(entry.subentries, seal) };
    return JSON.stringify({ ...entry, data: seal(entry.data), options: seal(entry.options), ...parts });
  }

  private sealedParts(parts: unknown, seal: (value: unknown) => unknown): unknown {
    if (!Array.isArray(parts)) return parts;
    return parts.map((part) => (isObject(part) ? { ...part, data: seal(part.data) } : part));
  }

  /**
   * The text with its secrets. Those whose key is not here, since they come from a backup of another server, are left
   * out, and `has_lost_secrets` says so.
   */
  open({ collection, id, body }: Stored): string | null {
    if (collection !== SEALED || body === null || !body.includes(MARK)) return body;
    let isLost = false;
    const opened = JSON.parse(body, (_, value: unknown) => {
      const sealed = sealedText(value);
      if (sealed === undefined) return value;
      const text = this.box.open(sealed, `${collection}/${id}`);
      isLost ||= text === undefined;
      return text === undefined ? undefined : JSON.parse(text);
    }) as Fields;
    return JSON.stringify(isLost ? { ...opened, has_lost_secrets: true } : opened);
  }

  private sealedIn(value: unknown, rule: Rule, place: string): unknown {
    if (sealedText(value) !== undefined) return value;
    if (Array.isArray(value)) return value.map((item) => this.sealedIn(item, rule, place));
    if (typeof value === 'string') {
      const isSecret = value !== '' && (rule.isWaiting || (rule.searches && redactText(value) !== value));
      return isSecret ? this.sealed(value, place) : value;
    }
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const isSecret = isSecretKey(name) || SECRET_NAME.test(name) || rule.names.has(name);
        if (isSecret && sealedText(item) === undefined && hasContent(item))
          return [name, this.sealed(item, place)];
        const inner = rule.isWaiting && PLACE.test(name) ? { ...rule, isWaiting: false } : rule;
        return [name, this.sealedIn(item, inner, place)];
      }),
    );
  }

  private sealed(value: unknown, place: string): Fields {
    return { [MARK]: this.box.seal(JSON.stringify(value), place) };
  }
}

/**
 * Encrypts what earlier versions stored as plain text, also in recorded changes, and leaves none of it in free pages of
 * the file. Resolves to whether there were any.
 */
export async function sealStored(database: Database, fields: SealedFields): Promise<boolean> {
  const changed = (id: unknown, body: unknown): string | null | undefined => {
    if (typeof body !== 'string') return undefined;
    const sealed = fields.seal({ collection: SEALED, id: String(id), body });
    return isSameText(sealed, body) ? undefined : sealed;
  };
  const statements: Statement[] = [];
  for (const { id, body } of await database.query(
    `SELECT id, body FROM documents WHERE collection = '${SEALED}'`,
  )) {
    const sealed = changed(id, body);
    if (sealed !== undefined)
      statements.push({
        sql: `UPDATE documents SET body = ? WHERE collection = '${SEALED}' AND id = ?`,
        params: [sealed, String(id)],
      });
  }
  for (const part of await database.query(
    `SELECT part_id, id, before, after FROM change_parts WHERE name = '${SEALED}' AND kind = 'document'`,
  )) {
    for (const column of ['before', 'after']) {
      const sealed = changed(part.id, part[column]);
      if (sealed === undefined) continue;
      const sql = `UPDATE change_parts SET ${column} = ? WHERE part_id = ?`;
      statements.push({ sql, params: [sealed, Number(part.part_id)] });
    }
  }
  if (statements.length === 0) return false;
  await database.query('PRAGMA secure_delete = ON');
  await database.write(statements);
  // Earlier rows may be left in pages that are free now.
  await database.query('VACUUM');
  await database.query('PRAGMA wal_checkpoint(TRUNCATE)');
  await database.query('PRAGMA secure_delete = OFF');
  return true;
}

/** `seal` writes its text anew: the same values may be written in another way. */
function isSameText(sealed: string | null, body: string): boolean {
  return sealed === body || sealed === JSON.stringify(JSON.parse(body));
}

function sealedText(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const sealed = value[MARK];
  return typeof sealed === 'string' && Object.keys(value).length === 1 ? sealed : undefined;
}

function hasContent(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return typeof value === 'number';
}
