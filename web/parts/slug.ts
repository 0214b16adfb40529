/** A name as a key: small letters, digits and underscores; empty where none of it can stay. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '');
}
