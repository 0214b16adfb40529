import { every, isoTime, type Undo } from '../../core/clock.ts';
import type { Command } from '../../domains/definition/define-domain.ts';
import type { Driver, EntityHandle, Picture } from '../../entities/entity/driver.ts';
import type { BehaviorContext } from './behavior-context.ts';
import { Canvas } from './canvas.ts';
import { takeNothing } from './drivers.ts';

const WIDTH = 320;
const HEIGHT = 180;
const COLORS = ['101828', '24406b', '6fa8dc', 'f2c14e', 'e8eef5', '2f6b3a', '7d5a3c', 'b5443c', '1c1c1c'];
const [NIGHT, DUSK, DAY, SUN, WHITE, GRASS, WOOD, BRICK, BLACK] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** A view of the garden: a house, the sky at the current hour, and the time. */
export class CameraDriver implements Driver {
  private readonly context: BehaviorContext;
  private readonly title: string;

  constructor(context: BehaviorContext, title: string) {
    this.context = context;
    this.title = title;
  }

  execute({ patch }: Command, entity: EntityHandle): void {
    entity.report(patch);
  }

  async picture(): Promise<Picture> {
    const now = this.context.clock.now();
    const hour = this.context.hourOfDay(now);
    const canvas = new Canvas(WIDTH, HEIGHT, COLORS);
    const sky = hour < 6 || hour >= 21 ? NIGHT : hour < 8 || hour >= 19 ? DUSK : DAY;
    canvas.fill({ x: 0, y: 0, width: WIDTH, height: 130 }, sky);
    canvas.fill(
      { x: 20 + (((hour + 18) % 24) / 24) * 520, y: 30, width: 22, height: 22 },
      sky === DAY ? SUN : WHITE,
    );
    canvas.fill({ x: 0, y: 120, width: WIDTH, height: 60 }, GRASS);
    canvas.fill({ x: 190, y: 70, width: 90, height: 70 }, WOOD);
    for (let i = 0; i < 30; i += 1)
      canvas.fill({ x: 235 - 2 * i, y: 40 + i, width: 4 * i, height: 1 }, BRICK);
    canvas.fill({ x: 205, y: 90, width: 20, height: 20 }, sky === DAY ? WHITE : SUN);
    canvas.fill({ x: 245, y: 100, width: 18, height: 40 }, BLACK);
    canvas.fill({ x: 0, y: HEIGHT - 18, width: WIDTH, height: 18 }, BLACK);
    canvas.write(this.title, { x: 6, y: HEIGHT - 14, size: 2 }, WHITE);
    canvas.write(
      `${isoTime(now).slice(0, 10)} ${clockText(hour, now)}`,
      { x: 150, y: HEIGHT - 14, size: 2 },
      WHITE,
    );
    return { type: 'image/png', bytes: await canvas.toPng() };
  }
}

/** Draws a new picture each hour. */
export class ImageDriver implements Driver {
  private readonly context: BehaviorContext;

  constructor(context: BehaviorContext) {
    this.context = context;
  }

  attach(entity: EntityHandle): Undo {
    const { clock } = this.context;
    entity.report({ updated_at: clock.now() });
    return every(clock, 3_600_000, () => entity.report({ updated_at: clock.now() }));
  }

  execute(command: Command, entity: EntityHandle): void {
    takeNothing(command, entity);
  }

  picture(entity: EntityHandle): Promise<Picture> {
    return drawTiles(String(entity.values.updated_at));
  }
}

/** Tiles in colors that follow from a text, as the cover of a record. */
export async function drawTiles(text: string): Promise<Picture> {
  const canvas = new Canvas(160, 160, COLORS);
  let mixed = 7;
  for (const letter of text) mixed = (Math.imul(mixed, 31) + letter.charCodeAt(0)) | 0;
  for (let i = 0; i < 16; i += 1) {
    mixed = (Math.imul(mixed, 1_103_515_245) + 12_345) | 0;
    const color = ((mixed >>> 16) & 0xff) % COLORS.length;
    canvas.fill({ x: (i % 4) * 40, y: Math.floor(i / 4) * 40, width: 40, height: 40 }, color);
  }
  return { type: 'image/png', bytes: await canvas.toPng() };
}

/** The time on the wall, to the second. */
function clockText(hour: number, now: number): string {
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');
  return `${two(hour)}:${two((hour % 1) * 60 + 1e-6)}:${two((now / 1000) % 60)}`;
}
