/** A location, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const EQUATOR = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const POLE = 6_356_752.314245;
const MAX_ITERATIONS = 200;
const PRECISION = 1e-12;

/**
 * The distance in kilometers on the WGS 84 ellipsoid, by Vincenty's inverse formula, to the millimeter.
 * `undefined` for nearly antipodal points, for which it does not converge.
 */
export function kilometres(a: Point, b: Point): number | undefined {
  if (a.latitude === b.latitude && a.longitude === b.longitude) return 0;
  const [sinA, cosA] = reduced(a.latitude);
  const [sinB, cosB] = reduced(b.latitude);
  const difference = radians(b.longitude - a.longitude);
  let lambda = difference;
  for (let round = 0; round < MAX_ITERATIONS; round += 1) {
    const [sin, cos] = [Math.sin(lambda), Math.cos(lambda)];
    const sinSigma = Math.hypot(cosB * sin, cosA * sinB - sinA * cosB * cos);
    if (sinSigma === 0) return 0;
    const cosSigma = sinA * sinB + cosA * cosB * cos;
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (cosA * cosB * sin) / sinSigma;
    const cosSquared = 1 - sinAlpha ** 2;
    const middle = cosSquared === 0 ? 0 : cosSigma - (2 * sinA * sinB) / cosSquared;
    const c = (FLATTENING / 16) * cosSquared * (4 + FLATTENING * (4 - 3 * cosSquared));
    const before = lambda;
    lambda =
      difference +
      (1 - c) *
        FLATTENING *
        sinAlpha *
        (sigma + c * sinSigma * (middle + c * cosSigma * (-1 + 2 * middle ** 2)));
    if (Math.abs(lambda - before) < PRECISION)
      return length({ sinSigma, cosSigma, sigma, cosSquared, middle });
  }
  return undefined;
}

function length(arc: {
  readonly sinSigma: number;
  readonly cosSigma: number;
  readonly sigma: number;
  readonly cosSquared: number;
  readonly middle: number;
}): number {
  const { sinSigma, cosSigma, sigma, cosSquared, middle } = arc;
  const u = (cosSquared * (EQUATOR ** 2 - POLE ** 2)) / POLE ** 2;
  const big = 1 + (u / 16384) * (4096 + u * (-768 + u * (320 - 175 * u)));
  const small = (u / 1024) * (256 + u * (-128 + u * (74 - 47 * u)));
  const inner =
    cosSigma * (-1 + 2 * middle ** 2) -
    (small / 6) * middle * (-3 + 4 * sinSigma ** 2) * (-3 + 4 * middle ** 2);
  const metres = POLE * big * (sigma - small * sinSigma * (middle + (small / 4) * inner));
  return Math.round(metres * 1000) / 1_000_000;
}

/** Sine and cosine of the reduced latitude. */
function reduced(latitude: number): readonly [sine: number, cosine: number] {
  const angle = Math.atan((1 - FLATTENING) * Math.tan(radians(latitude)));
  return [Math.sin(angle), Math.cos(angle)];
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
