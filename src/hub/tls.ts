import { join } from 'node:path';
import type { Documents } from '../storage/documents.ts';
import { FileCertificate } from '../tls/file-certificate.ts';
import { OwnCertificate } from '../tls/own-certificate.ts';
import { ownNames } from '../tls/own-names.ts';
import { Tls, TlsChoice } from '../tls/tls.ts';
import type { HubContext } from './hub-context.ts';

/** HTTPS: with a certificate of the home's own authority, or with the owner's files. */
export function openTls(
  { options, home, clock, localName }: Pick<HubContext, 'options' | 'home' | 'clock' | 'localName'>,
  documents: Documents,
): Tls {
  const { settings, logFile, folder } = options;
  const { mode, names, certificate, key } = settings.tls;
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
  return new Tls({
    store: documents.collection('tls', TlsChoice),
    configured: mode,
    sources: {
      own,
      ...(certificate === null || key === null ? {} : { files: new FileCertificate(certificate, key) }),
    },
    clock,
    log: logFile.log.named('tls'),
  });
}
