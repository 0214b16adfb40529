import { z } from 'zod';

const name = z.string().trim().min(1).max(100);
const url = z.url({ protocol: /^https?$/ }).max(500);
const secret = z.string().min(1).max(500);

const FolderSettings = z.strictObject({
  kind: z.literal('folder'),
  name,
  /** An absolute path of this machine, such as a mounted share. */
  path: z
    .string()
    .regex(/^\/[^\0]+$/)
    .max(500),
});
const WebDavSettings = z.strictObject({
  kind: z.literal('webdav'),
  name,
  /** The address of a folder. */
  url,
  username: z.string().max(200),
  password: secret,
});
const S3Settings = z.strictObject({
  kind: z.literal('s3'),
  name,
  /** The address of the service, without the bucket. */
  url,
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
  /** The beginning of the names, such as `hearth/`; empty for none. */
  prefix: z
    .string()
    .regex(/^([\w.-]+\/)*$/)
    .max(200),
  region: z.string().regex(/^[\w-]{1,50}$/),
  access_key: z.string().min(1).max(200),
  secret_key: secret,
});

/** How a location for backups is reached. */
export const TargetSettings = z.discriminatedUnion('kind', [FolderSettings, WebDavSettings, S3Settings]);
export type TargetSettings = z.infer<typeof TargetSettings>;
export type FolderSettings = z.infer<typeof FolderSettings>;
export type WebDavSettings = z.infer<typeof WebDavSettings>;
export type S3Settings = z.infer<typeof S3Settings>;

/** The fields that are never shown; when a location is changed without them, they stay. */
export const SECRET_FIELDS = ['password', 'secret_key'] as const;
