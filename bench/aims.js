// What a row should reach: a text for the table and a test of the best figures. `undefined` means it cannot be told.

/** At least this share of what the reference does in the same run. */
export function atLeastOfReference(share) {
  return {
    text: `>= ${Math.round(share * 100)} %`,
    met: (server, reference) =>
      reference === undefined ? undefined : server.value / reference.value >= share,
  };
}

/** No longer than the reference takes in the same run. */
export const noSlowerThanReference = {
  text: '>= 100 %',
  met: (server, reference) => (reference === undefined ? undefined : server.value <= reference.value),
};

/** Less than a fixed figure in the row's own unit. */
export function below(limit, unit) {
  return { text: `< ${limit} ${unit}`, met: (server) => server.value < limit };
}

/** At most a fixed figure in the row's own unit. */
export function atMost(limit, unit) {
  return { text: `<= ${limit} ${unit}`.trim(), met: (server) => server.value <= limit };
}

/** At least a fixed figure in the row's own unit. */
export function atLeast(limit, unit) {
  return { text: `>= ${limit} ${unit}`.trim(), met: (server) => server.value >= limit };
}
