import { askJson, hostInUrl, NotReachable, z } from 'hearth-integration';

const mac = z
  .string()
  .regex(/^[0-9a-f]{12}$/i)
  .transform((text) => text.toUpperCase());

/** What a device says about itself without a login; `gen` is missing in the first generation. */
const Info = z.union([
  z.object({
    gen: z.int().min(2).max(20),
    mac,
    id: z.string().max(200),
    name: z.string().max(200).nullish(),
    model: z.string().max(100),
    app: z.string().max(100).default(''),
    ver: z.string().max(100).default(''),
    auth_en: z.boolean().default(false),
  }),
  z
    .object({
      type: z.string().max(100),
      mac,
      auth: z.boolean().default(false),
      fw: z.string().max(200).default(''),
    })
    .transform((info) => ({ ...info, gen: 1 as const })),
]);
export type Info = z.infer<typeof Info>;
export type NewInfo = Extract<Info, { id: string }>;
export type OldInfo = Extract<Info, { type: string }>;

export const isOld = (info: Info): info is OldInfo => 'type' in info;
/** Whether it asks for a password. */
export const isLocked = (info: Info): boolean => (isOld(info) ? info.auth : info.auth_en);

/** Asks a device what it is. Throws `NotReachable`, with the code `not_shelly` for something else. */
export async function askInfo(host: string, port: number): Promise<Info> {
  const answer = Info.safeParse(await askJson(`http://${hostInUrl(host)}:${port}/shelly`));
  if (!answer.success) throw new NotReachable(`There is no Shelly at ${host}:${port}`, 'not_shelly', 'host');
  return answer.data;
}
