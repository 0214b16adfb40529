/** Icons that many homes use, of rooms above all: they are loaded together. */
export const USUAL_ICONS: ReadonlySet<string> = new Set(
  (
    'account account-group alarm baby-face-outline balcony bathtub bed bed-king bell bookshelf brightness-6 ' +
    'car cart cctv chair-rolling coffee countertop desk desktop-tower-monitor door door-open dumbbell fan fire ' +
    'flash floor-plan flower fridge garage gate grill heating-coil home home-clock home-floor-0 home-floor-1 ' +
    'home-floor-2 home-floor-negative-1 home-roof lamp leaf lightbulb lightning-bolt movie movie-open palette ' +
    'party-popper pool printer radiator robot shield-home shower silverware-fork-knife sleep sofa stairs ' +
    'stove table-furniture television thermometer toilet tools tree wardrobe washing-machine water ' +
    'weather-night weather-sunny white-balance-sunny window-shutter'
  ).split(' '),
);
