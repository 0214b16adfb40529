import { join } from 'node:path';
import type { Documents } from '../storage/documents.ts';
import { AcmeCertificate } from '../tls/acme/acme-certificate.ts';
import type { Challenge } from '../tls/acme/challenge.ts';
import { DnsChallenge, RecordProgram } from '../tls/acme/dns-challenge.ts';
import { DnsUpdate } from '../tls/acme/dns-update.ts';
import { HttpChallenge } from '../tls/acme/http-challenge.ts';
import { orderCertificate } from '../tls/acme/order.ts';
import { FileCertificate } from '../tls/file-certificate.ts';
import { OwnCertificate } from '../tls/own-certificate.ts';
import { ownNames } from '../tls/own-names.ts';
import { Tls, TlsChoice } from '../tls/tls.ts';
import type { HubContext } from './hub-context.ts';

type TlsContext = Pick<HubContext, 'options' | 'home' | 'clock' | 'localName'>;

/** HTTPS, and the proofs that the server itself shows to a public authority. */
export interface HubTls {
  readonly tls: Tls;
  readonly httpChallenge: HttpChallenge;
}

/** HTTPS: with a certificate of the home's own authority, of a public one, or with the owner's files. */
export function openTls(context: TlsContext, documents: Documents): HubTls {
  const { options, home, clock, localName } = context;
  const { settings, logFile, folder } = options;
  const { mode, names, certificate, key } = settings.tls;
  const httpChallenge = new HttpChallenge();
  const own = new OwnCertificate({
    folder: join(folder.path, 'tls'),
    homeName: () => home.home.facts.name,
    names: () => {
      const { internal_url, external_url } = home.home.facts;
      return ownNames([
        localName.current,
        ...names,
        ...[internal_url, external_url].filter((url) => url !== null),
      ]);
    },
  });
  const acme = publicCertificate(context, httpChallenge);
  const tls = new Tls({
    store: documents.collection('tls', TlsChoice),
    configured: mode,
    sources: {
      own,
      ...(acme === undefined ? {} : { acme }),
      ...(certificate === null || key === null ? {} : { files: new FileCertificate(certificate, key) }),
    },
    clock,
    log: logFile.log.named('tls'),
  });
  acme?.onEnd(() => void tls.check());
  return { tls, httpChallenge };
}

/** Undefined unless domains are set and the terms of the authority are accepted. */
function publicCertificate(context: TlsContext, httpChallenge: HttpChallenge): AcmeCertificate | undefined {
  const { options, clock } = context;
  const { settings, logFile, folder } = options;
  const { domains, email, agree_to_terms: isAgreed, directory } = settings.tls.acme;
  if (domains.length === 0 || !isAgreed) return undefined;
  return new AcmeCertificate({
    folder: join(folder.path, 'tls'),
    ...{ directory, email, domains },
    challenge: dnsChallenge(context) ?? httpChallenge,
    order: orderCertificate,
    clock,
    log: logFile.log.named('tls'),
  });
}

/** Undefined unless a way to change the DNS records is set. */
function dnsChallenge({ options, clock }: TlsContext): Challenge | undefined {
  const { dns_program: program, dns_update: update, dns_wait: wait } = options.settings.tls.acme;
  const { server: host, port, zone, key_name: keyName, key_secret: secret } = update;
  const timing = { clock, waitMs: wait * 1000 };
  if (program !== null) return new DnsChallenge(new RecordProgram(program), timing);
  if (host === null || zone === null || keyName === null || secret === null) return undefined;
  return new DnsChallenge(new DnsUpdate({ host, port, zone, keyName, secret }, clock), timing);
}
