/** The browser's location, with the user's permission. */
export function whereAmI(): Promise<{ readonly latitude: number; readonly longitude: number }> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) reject(new Error('no geolocation'));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: round(coords.latitude), longitude: round(coords.longitude) }),
      reject,
      { timeout: 10_000 },
    );
  });
}

/** A precision of some meters is enough for sunrise and weather. */
function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
