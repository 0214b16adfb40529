import type { FormField, FormValues } from '../../parts/form/form-field.ts';
import type { User } from '../../server/people.ts';
import { say } from '../../texts/say.ts';

/** What the card about a user shows: name, role, and whether they may log in. */
export function factsOf({ name, group_ids, is_active, local_only }: User): FormValues {
  return { name, group: group_ids[0] ?? 'system-users', is_active, local_only };
}

/** What the card with the login shows; never a password. */
export function loginOf({ username }: User): FormValues {
  return username === null ? {} : { username };
}

/** The fields about a user that may be changed: fewer for the owner and for oneself. */
export function factFields({ is_owner }: User, isSelf: boolean): FormField[] {
  const name: FormField = {
    kind: 'text',
    name: 'name',
    label: say('record.name'),
    isRequired: true,
    maxLength: 100,
  };
  if (is_owner) return [name];
  const role: FormField = {
    kind: 'select',
    name: 'group',
    label: say('users.role'),
    isRequired: true,
    options: [
      { id: 'system-admin', name: say('profile.role_admin') },
      { id: 'system-users', name: say('profile.role_user') },
      { id: 'system-read-only', name: say('profile.role_reader') },
    ],
  };
  if (isSelf) return [name, role];
  return [
    name,
    role,
    { kind: 'boolean', name: 'is_active', label: say('users.is_active'), hint: say('users.is_active_hint') },
    {
      kind: 'boolean',
      name: 'local_only',
      label: say('users.local_only'),
      hint: say('users.local_only_hint'),
    },
  ];
}

/** The fields of a user's login. */
export function loginFields({ username }: User): FormField[] {
  return [
    { kind: 'text', name: 'username', label: say('users.username'), isRequired: true, maxLength: 64 },
    {
      kind: 'text',
      type: 'password',
      name: 'password',
      label: say(username === null ? 'users.password' : 'users.new_password'),
      hint: say(username === null ? 'users.password_hint' : 'users.new_password_hint'),
    },
  ];
}
