import { z } from 'zod';
import type { Issues } from '../../../entities/issues/issues.ts';
import { AnyObject, Nothing, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

const fields = { domain: z.string().max(100), issue_id: z.string().max(300) };

/** What users should know or repair [frontend facts §9]. */
export function issueCommands(issues: Pick<Issues, 'list' | 'ignore' | 'check'>): Command[] {
  return [
    defineCommand({
      type: 'repairs/list_issues',
      permission: 'user',
      summary: 'What users should know or repair; none for limited callers',
      result: object({ issues: z.array(object({ domain: z.string(), issue_id: z.string() })) }),
      fields: {},
      // Issues may name anything of the home.
      handle: ({ access }) => ({ issues: access.mayRead === null ? issues.list() : [] }),
    }),
    defineCommand({
      type: 'repairs/get_issue_data',
      permission: 'admin',
      summary: 'Further data of an issue; none',
      result: object({ issue_data: AnyObject.nullable() }),
      fields,
      handle: ({ message: { domain, issue_id } }) => {
        issues.check(domain, issue_id);
        return { issue_data: null };
      },
    }),
    defineCommand({
      type: 'repairs/ignore_issue',
      permission: 'admin',
      summary: 'Hides an issue, or shows it again',
      result: Nothing,
      fields: { ...fields, ignore: z.boolean() },
      handle: async ({ message: { domain, issue_id, ignore } }) => {
        await issues.ignore(domain, issue_id, ignore);
        return null;
      },
    }),
  ];
}
