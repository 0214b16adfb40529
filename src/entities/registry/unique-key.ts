/** The key that identifies an entity regardless of its entity ID. */
export function uniqueKey(domain: string, platform: string, uniqueId: string): string {
  return `${domain}\n${platform}\n${uniqueId}`;
}

/** The change of an entry whose name or device changes: a whole name that was imported is no longer shown. */
export function withoutWholeName({
  compat_name: whole,
}: {
  readonly compat_name?: string | null | undefined;
}): {
  readonly compat_name?: null;
} {
  return whole == null ? {} : { compat_name: null };
}
