/** Debian's Roundcube on loopback over a lab's Dovecot, with nginx and php-fpm as most hosts have them. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import type { Lab } from '../../servers/lab'
import { installPackages } from '../../servers/lab/packages.mjs'
import { freePort, untilAnswers } from '../../servers/lab/ports'
import { startProgram } from '../../servers/lab/processes'

const packages = [
  ...['nginx-light', 'php-fpm', 'php-sqlite3', 'php-mbstring', 'php-xml', 'php-intl', 'php-curl', 'php-zip', 'php-gd'],
  ...['roundcube-core', 'roundcube-sqlite3', 'roundcube-plugins'],
]
/** Debian's user `www-data`. */
const webOwner = 33
const kept = ['run', 'temp', 'logs', 'db'] as const

export type Roundcube = {
  /** Of its sign-in. */
  readonly url: string
  /** Of nginx and php-fpm, whose children do the work. */
  readonly pids: readonly number[]
  readonly stop: () => Promise<void>
}

export async function startRoundcube(lab: Lab): Promise<Roundcube> {
  const missing = packages.filter((name) => !isInstalled(name))
  if (missing.length > 0) await installPackages(missing)
  const home = join(lab.folder, 'roundcube')
  for (const part of kept) {
    await mkdir(join(home, part), { recursive: true })
    await chown(join(home, part), webOwner, webOwner)
  }
  await chmod(home, 0o755)
  const port = await freePort()
  await writeFile(join(home, 'config.inc.php'), settings(home, lab))
  await writeFile(join(home, 'defaults.inc.php'), readFileSync('/etc/roundcube/defaults.inc.php'))
  await writeFile(join(home, 'fpm.conf'), poolOf(home))
  await writeFile(join(home, 'nginx.conf'), siteOf(home, port))
  makeDatabase(join(home, 'db', 'roundcube.sqlite'))
  await chown(join(home, 'db', 'roundcube.sqlite'), webOwner, webOwner)
  const start = (command: string, args: readonly string[]) =>
    startProgram(lab.folder, { command, args, log: join(home, 'run', 'said.log'), stopSignal: 'SIGTERM' })
  const php = start(phpProgram(), ['-F', '-y', join(home, 'fpm.conf')])
  const nginx = start('/usr/sbin/nginx', ['-c', join(home, 'nginx.conf')])
  await untilAnswers(port, () => nginx.isAlive() && php.isAlive())
  return {
    url: `http://127.0.0.1:${port}/`,
    pids: [php.pid, nginx.pid],
    stop: async () => {
      await nginx.stop()
      await php.stop()
    },
  }
}

function isInstalled(name: string): boolean {
  const { stdout } = spawnSync('dpkg-query', ['-s', name], { encoding: 'utf8' })
  return stdout.includes('ok installed')
}

function phpProgram(): string {
  const found = readdirSync('/usr/sbin').find((name) => /^php-fpm\d/.test(name))
  if (found === undefined) throw new Error('php-fpm is not installed')
  return join('/usr/sbin', found)
}

function makeDatabase(path: string): void {
  if (existsSync(path)) return
  const file = new SqliteFile(path)
  file.exec(readFileSync('/usr/share/roundcube/SQL/sqlite.initial.sql', 'utf8'))
  file.close()
}

function settings(home: string, { env }: Lab): string {
  const values = {
    db_dsnw: `sqlite:///${join(home, 'db', 'roundcube.sqlite')}?mode=0640`,
    imap_host: `127.0.0.1:${env.EP_LAB_IMAP_PORT}`,
    smtp_host: `127.0.0.1:${env.EP_LAB_SMTP_PORT}`,
    des_key: 'a-key-for-measuring-only',
    skin: 'elastic',
    language: 'en_US',
    log_dir: join(home, 'logs/'),
    temp_dir: join(home, 'temp/'),
  }
  const lines = Object.entries(values).map(([name, value]) => `  '${name}' => '${value}',`)
  return [
    '<?php',
    '$config = [',
    ...lines,
    "  'login_rate_limit' => 1000,",
    "  'plugins' => ['archive'],",
    '];',
    '',
  ].join('\n')
}

const poolOf = (home: string) => `
[global]
error_log = ${home}/run/fpm.log
[www]
user = www-data
group = www-data
listen = ${home}/run/php.sock
listen.owner = www-data
pm = static
pm.max_children = 6
env[ROUNDCUBE_CONFIG_DIR] = ${home}/
php_admin_value[opcache.enable] = 1
php_admin_value[memory_limit] = 512M
php_admin_value[upload_max_filesize] = 64M
php_admin_value[post_max_size] = 64M
php_admin_value[session.save_path] = ${home}/temp
`

const siteOf = (home: string, port: number) => `
user www-data;
daemon off;
worker_processes 2;
pid ${home}/run/nginx.pid;
error_log ${home}/run/nginx.log;
events { worker_connections 512; }
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 65;
  gzip on;
  gzip_static on;
  gzip_comp_level 6;
  gzip_min_length 500;
  gzip_vary on;
  gzip_types text/plain text/css application/javascript text/javascript application/json image/svg+xml font/ttf;
  client_max_body_size 64m;
${['client_body', 'fastcgi', 'proxy', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${home}/run/${name};`).join('\n')}
  fastcgi_buffers 64 32k;
  fastcgi_buffer_size 64k;
  server {
    listen 127.0.0.1:${port};
    root /var/lib/roundcube/public_html;
    index index.php;
    location ~ \\.php(/|$) {
      fastcgi_split_path_info ^(.+\\.php)(/.*)$;
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
      fastcgi_param PATH_INFO $fastcgi_path_info;
      fastcgi_pass unix:${home}/run/php.sock;
    }
    location ~* \\.(js|css|svg|png|gif|woff2?|ttf|jpg|ico)$ { expires 30d; }
  }
}
`
