import type { TemplateNode } from './sentence-template.ts';

type Groups = readonly (readonly string[])[];

const MAX_DEPTH = 30;

/**
 * Texts without white space that a sentence must contain to match the template: at least one of each group.
 * Sentences that lack them need not be matched at all.
 */
export function requiredTexts(
  node: TemplateNode,
  rules: ReadonlyMap<string, TemplateNode>,
  depth = 0,
): Groups {
  if (depth > MAX_DEPTH) return [];
  switch (node.kind) {
    case 'text':
      return node.text
        .split(/[\s_-]+/)
        .filter((word) => word !== '')
        .map((word) => [word]);
    case 'sequence':
    case 'permutation':
      return node.items.flatMap((item) => requiredTexts(item, rules, depth + 1));
    case 'any': {
      const texts = new Set<string>();
      for (const item of node.items) {
        const best = mostSelective(requiredTexts(item, rules, depth + 1));
        if (best === undefined) return [];
        for (const text of best) texts.add(text);
      }
      return [[...texts]];
    }
    case 'rule': {
      const rule = rules.get(node.name);
      return rule === undefined ? [] : requiredTexts(rule, rules, depth + 1);
    }
    case 'list':
      return [];
  }
}

/** The group whose texts are the longest: those are found the least often. */
function mostSelective(groups: Groups): readonly string[] | undefined {
  let best: readonly string[] | undefined;
  let score = -1;
  for (const group of groups) {
    const shortest = Math.min(...group.map((text) => text.length));
    if (shortest > score) [best, score] = [group, shortest];
  }
  return best;
}
