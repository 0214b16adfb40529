// The target of a row: a text for the table and a check of the best figures, `undefined` if unknown.

/** At least this share of the reference's figure in the same run. */
export function atLeastOfReference(share) {
  return {
    text: `>= ${Math.round(share * 100)} %`,
    met: (server, reference) =>
      reference === undefined ? undefined : server.value / reference.value >= share,
  };
}

/** No longer than the reference in the same run. */
export const noSlowerThanReference = {
  text: '>= 100 %',
  met: (server, reference) => (reference === undefined ? undefined : server.value <= reference.value),
};

/** Below a fixed figure in the row's unit. */
export function below(limit, unit) {
  return { text: `< ${limit} ${unit}`, met: (server) => server.value < limit };
}

/** At most a fixed figure in the row's unit. */
export function atMost(limit, unit) {
  return { text: `<= ${limit} ${unit}`.trim(), met: (server) => server.value <= limit };
}

/** At least a fixed figure in the row's unit. */
export function atLeast(limit, unit) {
  return { text: `>= ${limit} ${unit}`.trim(), met: (server) => server.value >= limit };
}
