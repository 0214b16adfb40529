import { describe, expect, it } from 'vitest';
import { SerialQueue } from '../../src/core/serial-queue.ts';

describe('a serial queue', () => {
  it('runs one task after another, also after one that fails', async () => {
    const queue = new SerialQueue();
    const log: string[] = [];
    let release = (): void => {};
    const first = queue.run(async () => {
      log.push('first begins');
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      log.push('first ends');
      throw new Error('no');
    });
    const second = queue.run(() => {
      log.push('second');
      return 2;
    });
    await Promise.resolve();
    await Promise.resolve();
    expect(log).toEqual(['first begins']);
    release();
    await expect(first).rejects.toThrow('no');
    expect(await second).toBe(2);
    expect(log).toEqual(['first begins', 'first ends', 'second']);
  });
});
