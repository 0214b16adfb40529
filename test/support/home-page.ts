import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { TestClient } from './api.ts';
import type { RunningHouse } from './browser.ts';

/** A state in REST format. */
export interface ShownState {
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The server behind a page, accessed over REST with the page's login. */
export class House {
  private readonly page: Page;
  private readonly house: RunningHouse;

  constructor(page: Page, house: RunningHouse) {
    this.page = page;
    this.house = house;
  }

  async state(id: string): Promise<ShownState> {
    const response = await fetch(`${this.house.url}/api/states/${id}`, { headers: await this.headers() });
    return (await response.json()) as ShownState;
  }

  async call(service: string, data: object): Promise<void> {
    const [domain, name] = service.split('.');
    const response = await fetch(`${this.house.url}/api/services/${domain}/${name}`, {
      method: 'POST',
      headers: await this.headers(),
      body: JSON.stringify(data),
    });
    expect([service, response.status, response.ok ? '' : await response.text()]).toEqual([service, 200, '']);
  }

  async set(id: string, state: string, attributes: object): Promise<void> {
    const response = await fetch(`${this.house.url}/api/states/${id}`, {
      method: 'POST',
      headers: await this.headers(),
      body: JSON.stringify({ state, attributes }),
    });
    expect(response.ok).toBe(true);
  }

  /** Creates an automation or script. */
  async config(path: string, config: object): Promise<void> {
    const response = await fetch(`${this.house.url}/api/config/${path}`, {
      method: 'POST',
      headers: await this.headers(),
      body: JSON.stringify(config),
    });
    expect([path, response.status]).toEqual([path, 200]);
  }

  /** Sends a WebSocket command. */
  async ask(message: object): Promise<Readonly<Record<string, unknown>>> {
    const { Authorization = '' } = await this.headers();
    const client = await TestClient.login(this.house.port, Authorization.replace('Bearer ', ''));
    const answer = await client.ask({ id: 1, ...message });
    client.close();
    expect(answer).toMatchObject({ success: true });
    return answer.result;
  }

  private async headers(): Promise<Record<string, string>> {
    const token = await this.page.evaluate<string>(
      "JSON.parse(localStorage.getItem('hearth.tokens')).access_token",
    );
    return { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  }
}

/** Opens the dialog of an entity, wherever it is on the page. */
export async function openDialog(page: Page, id: string): Promise<Locator> {
  await page.evaluate(
    `document.querySelector('hearth-shell').dispatchEvent(new CustomEvent('open-entity', { detail: '${id}' }))`,
  );
  const dialog = page.locator('hearth-entity-dialog dialog[open]');
  await dialog.waitFor();
  return dialog;
}

/** Closes the open dialog. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('hearth-entity-dialog').waitFor({ state: 'detached' });
}
