import { randomUUID } from 'node:crypto';
import type { DomainValues, EntityHandle, Entry } from 'hearth-integration';
import { calendarOf } from './calendar.ts';
import type { CaldavClient, Collection, StoredObject } from './client.ts';
import {
  type Component,
  componentsOf,
  escaped,
  type Property,
  parseIcal,
  property,
  textOf,
  writeIcal,
} from './ical.ts';
import { whenOf, written } from './times.ts';

type Item = DomainValues['todo']['items'][number];

const FEATURES = ['create', 'delete', 'update', 'set_due_date', 'set_due_datetime', 'set_description'];
const MAX_ITEMS = 2000;
const DONE = new Set(['COMPLETED', 'CANCELLED']);

/** A list of tasks of the account. */
export class TaskList {
  private readonly client: CaldavClient;
  private readonly collection: Collection;
  private readonly handle: EntityHandle<'todo'>;
  private items: readonly Item[] = [];
  private readonly objects = new Map<string, StoredObject>();

  constructor(entry: Entry<never, never>, client: CaldavClient, collection: Collection) {
    this.client = client;
    this.collection = collection;
    const { id, name } = collection;
    this.handle = entry.todo({
      uniqueId: `${entry.id}-${id}`,
      name: name.charAt(0).toUpperCase() + name.slice(1),
      ...{ features: FEATURES, values: { items: [] } },
      // What a command wants is the list as it is to be.
      command: ({ patch }) => this.become(patch.items ?? this.items),
    });
  }

  /** Reads the tasks and shows them. */
  async read(): Promise<void> {
    this.objects.clear();
    const found: Item[] = [];
    for (const object of (await this.client.tasks(this.collection)).slice(0, MAX_ITEMS)) {
      const task = taskOf(object);
      const item = task && itemOf(task);
      if (item === undefined || this.objects.has(item.uid)) continue;
      this.objects.set(item.uid, object);
      found.push(item);
    }
    if (JSON.stringify(found) === JSON.stringify(this.items)) return;
    this.items = found;
    this.handle.report({ items: found });
  }

  remove(): void {
    this.handle.remove();
  }

  /** Changes the server so that its list is the wanted one. */
  private async become(wanted: readonly Item[]): Promise<void> {
    // Another client may have changed tasks since they were read.
    await this.read();
    const former = new Map(this.items.map((item) => [item.uid, item]));
    const kept = new Set(wanted.map(({ uid }) => uid));
    for (const item of wanted) {
      const known = former.get(item.uid);
      const object = this.objects.get(item.uid);
      if (item.uid === '') await this.add(item);
      else if (known !== undefined && object !== undefined && JSON.stringify(known) !== JSON.stringify(item))
        await this.client.replace(object, changed(object, item));
    }
    for (const [uid, object] of this.objects) if (!kept.has(uid)) await this.client.remove(object);
    await this.read();
  }

  private async add(item: Item): Promise<void> {
    const uid = randomUUID();
    const properties = [{ name: 'UID', parameters: {}, value: uid }, ...propertiesOf(item)];
    await this.client.create(this.collection, uid, calendarOf([{ name: 'VTODO', properties, children: [] }]));
  }
}

function taskOf({ data }: StoredObject): Component | undefined {
  // The first one is the task itself; others are exceptions of a repeated one.
  return componentsOf(parseIcal(data), 'VTODO')[0];
}

function itemOf(task: Component): Item | undefined {
  const uid = textOf(task, 'UID')?.slice(0, 500);
  if (uid === undefined) return undefined;
  const due = whenOf(property(task, 'DUE'));
  const description = textOf(task, 'DESCRIPTION');
  const completed = whenOf(property(task, 'COMPLETED'));
  const isDone = DONE.has((property(task, 'STATUS')?.value ?? '').toUpperCase());
  return {
    uid,
    summary: (textOf(task, 'SUMMARY') ?? '').slice(0, 1000),
    status: isDone ? 'completed' : 'needs_action',
    ...(due === undefined ? {} : { due }),
    ...(description === undefined ? {} : { description: description.slice(0, 10_000) }),
    ...(isDone && completed !== undefined ? { completed } : {}),
  };
}

/** What a change writes; other properties of a task stay as they are. */
function propertiesOf({ summary, status, due, description, completed }: Item): Property[] {
  const text = (name: string, value: string): Property => ({ name, parameters: {}, value });
  const now = new Date().toISOString();
  return [
    { name: 'DTSTAMP', ...written(now) },
    { name: 'LAST-MODIFIED', ...written(now) },
    text('SUMMARY', escaped(summary)),
    text('STATUS', status === 'completed' ? 'COMPLETED' : 'NEEDS-ACTION'),
    ...(due === undefined ? [] : [{ name: 'DUE', ...written(due) }]),
    ...(description === undefined ? [] : [text('DESCRIPTION', escaped(description))]),
    ...(status === 'completed'
      ? [{ name: 'COMPLETED', ...written(completed ?? now) }, text('PERCENT-COMPLETE', '100')]
      : []),
  ];
}

const WRITTEN = new Set([
  'DTSTAMP',
  'LAST-MODIFIED',
  'SUMMARY',
  'STATUS',
  'DUE',
  'DESCRIPTION',
  'COMPLETED',
  'PERCENT-COMPLETE',
]);

function changed(object: StoredObject, item: Item): string {
  const root = parseIcal(object.data);
  const [task] = componentsOf(root, 'VTODO');
  if (task === undefined) throw new Error('The task is no longer there');
  const others = task.properties.filter(({ name }) => !WRITTEN.has(name));
  task.properties.splice(0, task.properties.length, ...others, ...propertiesOf(item));
  return writeIcal(root);
}
