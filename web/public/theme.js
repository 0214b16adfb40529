// Runs before the first paint, so that a chosen theme does not follow a flash of the other one.
try {
  const { theme } = JSON.parse(localStorage.getItem('hearth.preferences') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // What cannot be read is as if it had never been chosen.
}
