// Imports the packages that are downloaded beside it. matter.js would read variables, arguments and files of its own, which
// an integration does not have.
export async function load(storage) {
  const { config } = await import('@matter/nodejs/config');
  Object.assign(config, {
    ...{ loadProcessArgv: false, loadProcessEnv: false, loadConfigFile: false },
    ...{ trapProcessSignals: false, trapUnhandledErrors: false, setProcessExitCodeOnError: false },
    ...{ defaultStoragePath: storage, defaultConfigFilePath: `${storage}/config.json` },
  });
  await import('@matter/nodejs');
  const [main, protocol, types] = await Promise.all([
    import('@matter/main'),
    import('@matter/main/protocol'),
    import('@matter/main/types'),
  ]);
  return { ...types, ...protocol, ...main };
}
