import { type BigIntStats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { entriesBelow } from '../files/entries-below.ts'
import { withReal } from './needs.ts'
import { namesIn } from '../files/tree-entry.ts'
import { isUnder } from '../files/trees.ts'

/** What keeps credentials, or what was once typed, in a home directory. */
const IN_HOME = `
  .ssh .gnupg .pki .password-store .vault-token .netrc _netrc .env .Xauthority .aws .azure .config/gcloud .boto
  .s3cfg .oci .bluemix .config/doctl .fly .databrickscfg .kube .docker .config/containers .config/helm
  .config/argocd .minikube .chef .ansible .terraform.d .terraformrc .config/rclone .rclone.conf .config/stripe
  .config/heroku .config/netlify .git-credentials .config/git/credentials .config/gh .config/hub .config/glab-cli
  .config/op .npmrc .yarnrc .yarnrc.yml .pypirc .pip .config/pip .gem/credentials .bundle/config
  .cargo/credentials .cargo/credentials.toml .m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties
  .nuget .config/NuGet .composer/auth.json .config/composer/auth.json .pgpass .my.cnf .mylogin.cnf .snowsql .dbt
  .kaggle .huggingface .cache/huggingface/token .claude.json .claude/.credentials.json .codex .gemini
  .config/github-copilot .config/configstore .local/share/keyrings .local/share/kwalletd .config/age .config/sops
  .mozilla .thunderbird .config/google-chrome .config/chromium .config/BraveSoftware .config/microsoft-edge
  .config/Slack .bash_history .zsh_history .zhistory .sh_history .history .local/share/fish .python_history
  .node_repl_history .psql_history .mysql_history .sqlite_history .rediscli_history .viminfo .lesshst .local/state`
  .trim()
  .split(/\s+/)
/** Of the machine's; the kernel's list of keys names those of others. */
const OF_THE_SYSTEM = `
  /etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/sudoers /etc/sudoers.d /etc/security/opasswd
  /etc/ssl/private /etc/krb5.keytab /etc/wireguard /etc/letsencrypt /etc/NetworkManager/system-connections
  /etc/kubernetes /etc/rancher /etc/docker /var/backups /var/lib/docker /var/lib/containerd /var/lib/kubelet
  /var/lib/sss /var/spool/cron /proc/keys`
  .trim()
  .split(/\s+/)
const MAX_SEARCHED = 50_000

export interface Masked {
  readonly folders: readonly string[]
  readonly files: readonly string[]
}

/**
 * What a server must not read: credentials in the caller's home and its account's, everything in other people's, the
 * system's own. What holds the project, or a path in `needed`, stays; so does another's home that holds one of `programs`.
 */
export function secrets(
  home: string | undefined,
  project: string,
  needed: readonly string[],
  programs: readonly string[],
): Masked {
  const own = [...new Set([home, accountHome()])].filter((one) => one !== undefined)
  const others = allHomes().filter((one) => !own.includes(one))
  const kept = [...own, project, ...needed]
  const isKept = (secret: string) => kept.some((path) => isUnder(path, secret))
  const isHomeInUse = (secret: string) => others.includes(secret) && programs.some((path) => isUnder(path, secret))
  const named = [
    ...[...own, ...others].flatMap((one) => IN_HOME.map((name) => join(one, name))),
    ...others,
    ...OF_THE_SYSTEM,
    ...hostKeys(),
  ]
  const found = [...new Set(named.flatMap((one) => withReal(one).slice(1)))].filter(
    (one) => !isKept(one) && !isHomeInUse(one),
  )
  const folders = found.filter((one) => statSync(one).isDirectory())
  const files = found.filter((one) => !folders.includes(one))
  const isOutermost = (path: string) => !folders.some((folder) => folder !== path && isUnder(path, folder))
  return {
    folders: folders.filter(isOutermost),
    files: [...files.filter(isOutermost), ...otherNames(found, [project, ...own])],
  }
}

/** The home that the system has for this account, wherever $HOME points. */
function accountHome(): string | undefined {
  try {
    return userInfo().homedir
  } catch {
    return undefined
  }
}

function hostKeys(): readonly string[] {
  const names = namesIn('/etc/ssh') ?? []
  return names.filter((name) => /^ssh_host_.*_key$/.test(name)).map((name) => join('/etc/ssh', name))
}

function allHomes(): readonly string[] {
  const homes = ['/root', ...(namesIn('/home') ?? []).map((name) => join('/home', name))]
  return homes.flatMap((one) => withReal(one).slice(1))
}

/** A file with several names is as readable under the others: those in the trees are looked for, where there are any. */
function otherNames(secret: readonly string[], trees: readonly string[]): readonly string[] {
  const linked = [...entriesBelow(secret, MAX_SEARCHED)].filter(({ stats }) => stats.isFile() && stats.nlink > 1n)
  if (linked.length === 0) return []
  const inodes = new Set(linked.map(({ stats }) => inode(stats)))
  return [...entriesBelow(trees, MAX_SEARCHED)]
    .filter(({ path, stats }) => inodes.has(inode(stats)) && !secret.some((one) => isUnder(path, one)))
    .map(({ path }) => path)
}

function inode({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`
}
