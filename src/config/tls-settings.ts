import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { schemaError } from '../core/schema-error.ts';
import { countSetting, switchSetting, textSetting, texts } from '../core/settings-block.ts';

const path = (): z.ZodDefault<z.ZodNullable<z.ZodString>> =>
  textSetting(isAbsolute, 'expects_absolute_path').nullable().default(null);

const domain = () => textSetting(isDomain, 'expects_dns_name').nullable().default(null);

/** Certificates of a public authority [RFC 8555]. */
const acmeSettings = {
  domains: z
    .array(textSetting(isDomain, 'expects_dns_name'), schemaError('expects_dns_name'))
    .default([])
    .describe('For `acme`: the public names of the home. `*.` at the beginning needs a proof in DNS.'),
  email: textSetting(isEmail, 'expects_email')
    .nullable()
    .default(null)
    .describe('For `acme`: the address to which the authority may send notices.'),
  agree_to_terms: switchSetting(false).describe(
    'For `acme`: whether you agree to the terms of service of the authority. It issues no certificate otherwise.',
  ),
  directory: textSetting(isHttps, 'expects_https_url')
    .default('https://acme-v02.api.letsencrypt.org/directory')
    .describe("For `acme`: the URL of the authority's directory."),
  dns_program: path().describe(
    'For `acme`: a program that changes the DNS records of the domain. Without it and `dns_update`, the authority requests the proof at port 80 of the domain.',
  ),
  dns_wait: countSetting(0, 3600)
    .default(60)
    .describe('Seconds until the name servers of the domain show a new record.'),
  dns_update: {
    server: textSetting((value) => value !== '', 'expects_address')
      .nullable()
      .default(null)
      .describe('For `acme`: a name server that accepts dynamic updates [RFC 2136] signed with HMAC-SHA256.'),
    port: countSetting(1, 65535).default(53).describe('Its TCP port.'),
    zone: domain().describe('The zone that contains the records.'),
    key_name: domain().describe('The name of the TSIG key.'),
    key_secret: textSetting(isBase64, 'expects_base64')
      .nullable()
      .default(null)
      .describe('The TSIG key in Base64, best as `!secret`.'),
  },
};

/** HTTPS at the port of `http.port`. */
export const tlsSettings = {
  mode: z
    .enum(['off', 'own', 'acme', 'files'], schemaError('expects_one_of', { words: 'off, own, acme, files' }))
    .nullable()
    .default(null)
    .meta({
      description:
        "Where the certificate comes from: `own`, the home's own certificate authority, `acme`, a public one such as Let's Encrypt, or `files`. See [encryption](../guides/encryption.md).",
      shownDefault: 'what is chosen in the app; first `off`',
    }),
  names: texts('expects_names').describe(
    'Further names and private addresses of the server for the certificate of `own`, such as those of the machine around a container.',
  ),
  acme: acmeSettings,
  certificate: path().describe(
    'For `files`: the PEM file of the certificate and its chain. Changes are noticed.',
  ),
  key: path().describe('For `files`: the PEM file of the private key.'),
  redirect: switchSetting(false).describe('Whether browsers that open a page over HTTP are sent to HTTPS.'),
};

function isDomain(value: string): boolean {
  return value.length <= 253 && /^(\*\.)?([a-z0-9_-]{1,63}\.)*[a-z0-9-]{1,63}\.?$/i.test(value);
}

function isEmail(value: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(value);
}

function isHttps(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'https:';
}

function isBase64(value: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(value);
}
