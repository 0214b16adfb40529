import { expect, test } from 'vitest';
import { cameraDomain } from '../../../src/domains/camera/camera.ts';
import { PictureLinks } from '../../../src/entities/entity/picture-links.ts';
import { makeHome } from '../../support/home.ts';

function home() {
  const { clock, entities, states } = makeHome();
  const links = new PictureLinks(clock, (domain) => entities.ofDomain(domain));
  const add = (name: string) => {
    const driver = { execute: () => {}, picture: () => undefined };
    const entity = entities.add({ domain: cameraDomain, platform: 'test', name, driver });
    entity.pictureLinks = (one) => links.attributesOf(one);
    entity.write();
    return entity;
  };
  const tokenOf = (id: string) => String(states.get(id)?.attributes.access_token);
  return { clock, links, add, tokenOf };
}

test('a token changes every five minutes, and is good until the next has changed', () => {
  const { clock, links, add, tokenOf } = home();
  const camera = add('Eye');
  links.start();
  const first = tokenOf(camera.id);
  clock.advance(5 * 60_000);
  const second = tokenOf(camera.id);
  expect(second).not.toBe(first);
  expect([first, second].map((token) => links.isValid(camera, token))).toEqual([true, true]);
  clock.advance(5 * 60_000);
  expect([first, second].map((token) => links.isValid(camera, token))).toEqual([false, true]);
  links.stop();
  expect(clock.pending).toBe(0);
});

test('a token opens one entity, and none after a new start', () => {
  const { links, add, tokenOf } = home();
  const [one, other] = [add('One'), add('Other')];
  expect(links.isValid(other, tokenOf(one.id))).toBe(false);
  expect(home().links.isValid(one, tokenOf(one.id))).toBe(false);
});

test('viewers are notified once when their token expires, unless they left', () => {
  const { clock, links, add, tokenOf } = home();
  const camera = add('Eye');
  links.start();
  const told: string[] = [];
  links.whenInvalid(camera, tokenOf(camera.id), () => told.push('stays'));
  const leave = links.whenInvalid(camera, tokenOf(camera.id), () => told.push('left'));
  leave();
  clock.advance(5 * 60_000);
  expect(told).toEqual([]);
  clock.advance(15 * 60_000);
  expect(told).toEqual(['stays']);
  links.stop();
});
