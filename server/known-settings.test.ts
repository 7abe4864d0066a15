import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { findMisspeltSettings } from './known-settings.ts';

test.each([
  ['MAX_UPLOAD', 'MAX_UPLOAD_MB'],
  ['MAX_UPLOAD_SIZE', 'MAX_UPLOAD_MB'],
  ['MAX_UPLAOD_MB', 'MAX_UPLOAD_MB'],
  ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['SAMPLE', 'SAMPLES'],
  ['SIGNUP', 'SIGN_UP'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['allowed_origins', 'ALLOWED_ORIGINS'],
  ['LOGLEVEL', 'LOG_LEVEL'],
])('reports that %s looks like %s', (name, meant) => {
  expect(findMisspeltSettings({ [name]: '1' })).toEqual([{ name, meant }]);
});

test('logs no warning for variables of other programs in the environment', () => {
  const foreign =
    'PATH HOME HOSTNAME HOSTTYPE PORTS PWD OLDPWD USER LOGNAME LANG LC_ALL SHELL SHLVL TERM TZ TMPDIR EDITOR PAGER ' +
    'NODE_ENV NODE_OPTIONS NPM_CONFIG_CACHE npm_config_port npm_lifecycle_event npm_package_name INIT_CWD COLOR ' +
    'DATABASE_HOST DATA_HOME XDG_DATA_DIRS LOG_FORMAT TIME_STYLE PROJECT_ROOT PUBLIC_KEY CONTENT_TYPE ' +
    'SYSTEMD_EXEC_PID INVOCATION_ID JOURNAL_STREAM CHROMIUM SSH_CONNECTION DISPLAY MAIL SIGNATURE SAMPLE_RATE';
  const environment = Object.fromEntries(foreign.split(' ').map((name) => [name, '1']));
  expect(findMisspeltSettings(environment)).toEqual([]);
  expect(findMisspeltSettings({ PORT: '1', HOST: 'a', DISK_RESERVE_MB: '3' })).toEqual([]);
});

test("rejects a HOST that can't be an address, and names it", () => {
  expect(() => readConfig({ HOST: '256.1.1.1' })).toThrow('setting HOST: must be an address or a name of this machine');
  expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000');
  expect(readConfig({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
});
