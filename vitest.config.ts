import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/support/reporter.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    allowOnly: false,
    // As long as a busy machine may take; what holds is seen at once.
    expect: { poll: { timeout: 20_000 } },
  },
});
