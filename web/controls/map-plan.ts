/** A location with a radius in meters. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
  readonly radius: number;
}

/** The position of a spot in a drawing, in its units. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** The projection of spots onto a drawing, north up. */
export interface MapPlan {
  place(point: Point): Mark;
  /** Meters per unit of the drawing. */
  readonly scale: number;
}

const METRES_PER_DEGREE = 111_320;
const LEAST = 300;
const MARGIN = 0.12;
/** In meters per unit: from a garden to a continent. */
const MIN_SCALE = 0.05;
const MAX_SCALE = 20_000;
const MAX_LATITUDE = 85;

/** Fits all spots into a drawing of this size, with a margin. */
export function planMap(spots: readonly Point[], width: number, height: number): MapPlan {
  const [first] = spots;
  const center = first ?? { latitude: 0, longitude: 0, radius: 0 };
  const marks = spots.map((point) => metresFrom(center, point));
  const [left, right] = range(marks.map(({ east }, i) => [east, spots[i]?.radius ?? 0]));
  const [bottom, top] = range(marks.map(({ north }, i) => [north, spots[i]?.radius ?? 0]));
  const room = 1 - 2 * MARGIN;
  const scale = Math.max((right - left) / (width * room), (top - bottom) / (height * room), LEAST / width);
  return {
    scale,
    place: (point) => {
      const { east, north } = metresFrom(center, point);
      return {
        x: width / 2 + (east - (left + right) / 2) / scale,
        y: height / 2 - (north - (top + bottom) / 2) / scale,
        radius: point.radius / scale,
      };
    },
  };
}

/** What of the earth a map shows: its center, and meters per unit of the drawing. */
export interface MapView {
  readonly center: Point;
  readonly scale: number;
}

/** The view that contains all spots, with a margin. */
export function fitView(spots: readonly Point[], width: number, height: number): MapView {
  const { scale } = planMap(spots, width, height);
  const [first] = spots;
  if (first === undefined) return { center: { latitude: 0, longitude: 0, radius: 0 }, scale };
  const marks = spots.map((point) => metresFrom(first, point));
  const [left, right] = range(marks.map(({ east }, i) => [east, spots[i]?.radius ?? 0]));
  const [bottom, top] = range(marks.map(({ north }, i) => [north, spots[i]?.radius ?? 0]));
  return { center: movedBy(first, (left + right) / 2, (bottom + top) / 2), scale };
}

/** The projection of a view. */
export function planOf({ center, scale }: MapView, width: number, height: number): MapPlan {
  return {
    scale,
    place: (point) => {
      const { east, north } = metresFrom(center, point);
      return { x: width / 2 + east / scale, y: height / 2 - north / scale, radius: point.radius / scale };
    },
  };
}

/** The view after its content was dragged by so many units. */
export function draggedView({ center, scale }: MapView, x: number, y: number): MapView {
  return { center: movedBy(center, -x * scale, y * scale), scale };
}

/** The view with another scale in which the spot at `x`, `y` (from the center) stays where it is. */
export function zoomedView(
  { center, scale: before }: MapView,
  factor: number,
  { x, y }: { readonly x: number; readonly y: number },
): MapView {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, before * factor));
  return { center: movedBy(center, x * (before - scale), -y * (before - scale)), scale };
}

function movedBy({ latitude, longitude, radius }: Point, east: number, north: number): Point {
  const moved = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude + north / METRES_PER_DEGREE));
  const width = Math.cos((((latitude + moved) / 2) * Math.PI) / 180);
  return { latitude: moved, longitude: longitude + east / (width * METRES_PER_DEGREE), radius };
}

/** The distance in meters and the direction (0 is north, 2 is east, up to 7) from one spot to another. */
export function wayTo(from: Point, to: Point): { readonly metres: number; readonly direction: number } {
  const { east, north } = metresFrom(from, to);
  const turns = Math.atan2(east, north) / (Math.PI / 4);
  return { metres: Math.hypot(east, north), direction: (Math.round(turns) + 8) % 8 };
}

/** The longest of 1, 2, 5, 10, 20, 50 … up to `longest`. */
export function roundLength(longest: number): number {
  const power = 10 ** Math.floor(Math.log10(longest));
  return ([5, 2].find((one) => one * power <= longest) ?? 1) * power;
}

/**
 * Treats the earth as flat, which is precise enough for a town; takes the shorter way across the date line.
 */
function metresFrom(from: Point, to: Point): { readonly east: number; readonly north: number } {
  const turn = ((((to.longitude - from.longitude + 180) % 360) + 360) % 360) - 180;
  const width = Math.cos((((from.latitude + to.latitude) / 2) * Math.PI) / 180);
  return {
    east: turn * width * METRES_PER_DEGREE,
    north: (to.latitude - from.latitude) * METRES_PER_DEGREE,
  };
}

function range(values: readonly (readonly [at: number, around: number])[]): [number, number] {
  if (values.length === 0) return [0, 0];
  return [Math.min(...values.map(([at, r]) => at - r)), Math.max(...values.map(([at, r]) => at + r))];
}
