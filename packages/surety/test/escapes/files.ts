import { type Escape, inShell, unless } from './escape.ts'

/** Links that Surety itself meets when it compares, copies and removes what a server left. */
export const links: readonly Escape[] = [
  {
    way: 'writes through links',
    script: ({ outside, home }) =>
      inShell(
        `ln -s ${outside} d; ln -s ${outside}/marker m; echo 2 > d/marker; echo 2 > m; ln ${outside}/marker h; echo 2 > h; ln -s ${outside} ${home}/d; echo 2 > ~/d/marker; ln -s ${outside} /tmp/d; rm -rf /tmp/d/*`,
      ),
  },
  {
    way: 'leaves links below folders that cannot be removed at once',
    script: ({ outside }) =>
      inShell(
        `for top in . ~ /tmp /dev/shm; do mkdir -p $top/a/b; ln -s ${outside} $top/a/b/d; ln -s ${outside}/marker $top/a/b/m; chmod 0 $top/a/b $top/a; done`,
      ),
  },
  {
    way: 'replaces folders by links between looks',
    isWatched: true,
    script: ({ outside }) => inShell(`mkdir one; echo 1 > one/marker; ln -s ${outside} other; ./attempt swap one 2`),
  },
  {
    way: 'replaces files by pipes between looks',
    isWatched: true,
    script: () => inShell('echo 1 > one; mkfifo other; ./attempt swap one 2'),
  },
  {
    way: 'replaces files by links to endless ones between looks',
    isWatched: true,
    script: () => inShell('echo 1 > one; ln -s /dev/zero other; ./attempt swap one 2'),
  },
  {
    way: 'does so while it is ended',
    script: ({ outside }) =>
      inShell(`mkdir one; echo 1 > one/marker; ln -s ${outside} other; ./attempt swap one 5 & ./attempt swap one 1`),
  },
  {
    way: 'replaces the project, its folders and home by links in set-up',
    files: () => ({ 'd/a': '1', 'd/marker': '1' }),
    setup: ({ outside, project, home }) =>
      inShell(
        `rm -rf d; ln -s ${outside} d; rm -rf ${project}; ln -s ${outside} ${project}; rm -rf ${home}; ln -s ${outside} ${home}`,
      ),
    script: () => inShell('echo 2 > d/marker; echo 2 > ~/marker'),
    mayEnd: true,
  },
  {
    way: 'starts in a folder that is a link',
    before: ({ outside }) => `ln -s ${outside} link`,
    cwd: 'link',
    script: () => inShell('echo 2 > marker'),
  },
  {
    way: 'starts in a folder that set-up replaced by a link',
    files: () => ({ 'd/a': '1' }),
    cwd: 'd',
    setup: ({ project, outside }) => inShell(`mv ${project}/d ${project}/e; ln -s ${outside} ${project}/d`),
    script: ({ project }) => inShell(`echo 2 > marker; cd ${project}/d; echo 2 > marker`),
  },
  {
    way: 'leaves what is hard to remove',
    script: () =>
      inShell(
        `chattr +i attempt; i=0; while [ $i -lt 40 ]; do n=$(printf %0200d $i); mkdir $n && cd -P $n || break; i=$((i + 1)); done; printf x > "$(printf 'a\\nb\\377')"; mkfifo -- -rf`,
      ),
  },
]

const SECRET = '2>/dev/null || true'

export const secrets: readonly Escape[] = [
  { way: 'reads secrets of home', script: () => inShell(`cat ~/.ssh/id ~/.npmrc ~/.aws/credentials ${SECRET}`) },
  {
    way: 'reads secrets that its words name',
    args: ({ home }) => [`${home}/.ssh/id`, `${home}/.aws`, `${home}/.npmrc`],
    script: () => inShell(`cat "$1" "$2/credentials" "$3" ${SECRET}`),
  },
  {
    way: 'reads secrets that its variables name',
    env: ({ home }) => ({ KEY: `${home}/.ssh/id`, FOLDER: `${home}/.aws`, DEEPER: `${home}/.ssh/config` }),
    before: ({ home }) => `touch ${home}/.ssh/config`,
    script: () => inShell(`cat "$KEY" "$FOLDER/credentials" ${SECRET}`),
  },
  {
    way: 'reads secrets in set-up, and names them there',
    setup: ({ home }) => inShell(`cat ${home}/.ssh/id ${SECRET}; : ${home}/.ssh`),
    script: () => inShell('cat ~/.ssh/id'),
  },
  {
    way: 'reads secrets by links that were there before',
    before: ({ home }) =>
      `ln -s ${home}/.ssh/id link; ln ${home}/.ssh/id hard; ln ${home}/.npmrc ${home}/notes; ln -s ${home}/.ssh folder`,
    script: () => inShell('cat link hard ~/notes folder/id'),
  },
  {
    way: 'reads secrets that folders of the project lead to',
    before: ({ home }) => `ln -s ${home}/.ssh node_modules; mkdir bin; ln -s ${home}/.aws bin/.bin`,
    around: ({ project }) => ({ PATH: `${project}/node_modules:${project}/bin/.bin:${process.env['PATH']}` }),
    env: ({ home }) => ({ PATH: `${home}/.ssh:${home}/.aws:/usr/bin:/bin` }),
    script: ({ home }) => inShell(`cat ${home}/.ssh/id ${home}/.aws/credentials node_modules/id bin/.bin/credentials`),
  },
  {
    way: 'runs a program that lies beside secrets',
    before: ({ home }) => `cp attempt ${home}/.aws/program`,
    setup: ({ home }) => inShell(`${home}/.aws/program open /nonexistent; cat ${home}/.aws/credentials`),
    script: ({ home }) => inShell(`cat ${home}/.aws/credentials`),
  },
  {
    way: 'moves what hides secrets',
    script: ({ home }) =>
      inShell(
        `mv ~/.ssh ~/ssh; mv ~ ${home}2; rm -rf ~/.ssh; cat ~/ssh/id ~/.ssh/id ${home}2/.ssh/id ${SECRET}; cp -a ~ /tmp/h; cat /tmp/h/.ssh/id`,
      ),
  },
  {
    way: 'reads secrets through other roots',
    script: ({ home }) =>
      inShell(
        `for root in /proc/1/root /proc/self/root /proc/self/cwd/../../../.. /proc/1/cwd; do cat $root${home}/.ssh/id; done ${SECRET}; grep -o 'lowerdir=[^,]*' /proc/self/mountinfo | cut -d= -f2 | while read -r lower; do cat $lower/.ssh/id; done`,
      ),
  },
  {
    way: 'reads secrets of the system and of other homes',
    script: () =>
      inShell(
        `${unless('[ -s /etc/shadow ]')}; ${unless('grep -rqs . /etc/ssl/private')}; for home in /root /home/*; do [ $home = ~ ] || ls $home/.ssh/* && echo ESCAPED; done ${SECRET}`,
      ),
  },
  {
    way: 'finds secrets where a socket lies beside them',
    script: () => inShell(`./attempt stream ~/.gnupg/S.agent; cat ~/.ssh/id ${SECRET}`),
  },
]
