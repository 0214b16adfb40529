// Runs before the first paint, so that the other theme does not flash.
try {
  const { theme } = JSON.parse(localStorage.getItem('hearth.preferences') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Invalid preferences are ignored.
}
