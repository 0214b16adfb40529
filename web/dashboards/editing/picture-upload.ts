import { mdiUploadOutline } from '@mdi/js';
import { html, type TemplateResult } from 'lit';
import { toast, toastTrouble } from '../../app/toasts.ts';
import { failure } from '../../parts/failure.ts';
import { icon } from '../../parts/icon.ts';
import { upload } from '../../server/rest.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import type { Config } from '../config.ts';

const PICTURED = ['picture', 'picture-elements', 'picture-glance'];

/** Whether a card is about a picture of its own. */
export function hasPicture({ type }: Config): boolean {
  return PICTURED.includes(String(type));
}

/** A button that uploads a picture; calls back with its path on this server. */
export function pictureUpload(home: HomeStore, take: (path: string) => void): TemplateResult {
  const choose = async (event: Event): Promise<void> => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file === undefined) return;
    try {
      const { id } = (await upload(home.connection, '/api/image/upload', file)) as { readonly id: string };
      take(`/api/image/serve/${id}/original`);
      toast(say('dashboards.uploaded'));
    } catch (error) {
      toastTrouble(failure(error));
    } finally {
      input.value = '';
    }
  };
  return html`<div class="actions"><label class="button file-button">${icon(mdiUploadOutline)}<span>${say('dashboards.upload')}</span>
    <input type="file" accept="image/png,image/jpeg,image/gif" @change=${choose} /></label></div>`;
}
