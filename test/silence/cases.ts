import type { Disturbance } from './lab.ts'

/** The server may be ended for what it does to its own process. */
const DIES = { codes: ['E004'] } as const

/** Nothing is disturbed: the promise is seen to be broken. */
const CONTROL = { isControl: true } as const

function by(
  channel: string,
  file: string,
  promise: Disturbance['promise'],
  tools: readonly string[],
  more: Partial<Disturbance> = {},
): readonly Disturbance[] {
  return tools.map((tool) => ({ channel, file, tool, promise, ...more }))
}

export const DISTURBANCES: readonly Disturbance[] = [
  ...by('tracer', 'tracer.mjs', 'side_effects', ['undisturbed'], CONTROL),
  ...by('tracer', 'tracer.mjs', 'side_effects', ['stops_tracer'], { timeoutMs: 3000 }),
  ...by('tracer', 'tracer.mjs', 'side_effects', ['bursts', 'exits_after_the_answer']),
  ...by('tracer', 'tracer.mjs', 'side_effects', ['kills_tracer', 'exits_in_the_call'], DIES),
  ...by('tracer', 'untraced.py', 'side_effects', ['clones_untraced', 'writes_by_mapping', 'writes_to_what_was_open']),
  ...by('tree', 'tree.py', 'writes', ['sets_the_time_back', 'maps_and_sets_the_time_back', 'names_no_text_can_hold'], {
    without: 'L2',
  }),
  ...by('tree', 'tree.py', 'side_effects', ['digs_deeper_than_a_path_reaches', 'undoes_it_with_its_times']),
  ...by('spy', 'spied.mjs', 'dependencies', ['undisturbed'], CONTROL),
  ...by('spy', 'spied.mjs', 'dependencies', ['removes_log', 'takes_back', 'asks_its_unspied_twin']),
  ...by('spy', 'spied.py', 'dependencies', ['undisturbed'], CONTROL),
  ...by('spy', 'spied.py', 'dependencies', ['may_write_no_file', 'does_it_in_a_child']),
  ...by('memory', 'memory.py', 'memory', ['plainly'], CONTROL),
  ...by('memory', 'memory.py', 'memory', ['in_a_memfd', 'in_shared_memory_without_a_name']),
  ...by('network', 'network.py', 'network', ['undisturbed'], CONTROL),
  ...by('network', 'network.py', 'network', ['in_an_orphan']),
  ...by('resolver', 'network.py', 'endpoints', ['by_a_forged_answer']),
  ...by('processes', 'processes.py', 'side_effects', ['a_daemon_that_waits', 'an_orphan_without_a_command']),
  ...by('set-up', 'setup.py', 'side_effects', ['nothing'], { setup: 'hidden' }),
  ...by('tracer', 'tracer.mjs', 'side_effects', ['bursts_after_the_answer', 'bursts_for_long', 'forks_fast'], {
    codes: ['E016'],
  }),
  ...by('tracer', 'tracer.mjs', 'side_effects', ['is_killed_after_the_answer', 'stops_tracer_for_a_while']),
  ...by('tracer', 'tracer.mjs', 'side_effects', ['terminates_tracer'], DIES),
  ...by('tracer', 'tracer.mjs', 'side_effects', ['steals_log'], { without: 'L1' }),
  ...by(
    'tree',
    'tree.py',
    'writes',
    [
      'writes_to_what_was_open',
      'swaps_a_copy_in',
      'digs_deeper_than_a_path_reaches',
      'changes_between_the_samples',
      'undoes_it_with_its_times',
    ],
    { without: 'L2' },
  ),
  ...by('tree', 'tree.py', 'writes', ['sets_the_time_back', 'changes_between_the_samples', 'names_no_text_can_hold'], {
    without: 'L1,L2',
  }),
  ...by('tree', 'tree.py', 'writes', ['undoes_it_with_its_times', 'changes_between_the_samples']),
  ...by('spy', 'spied.mjs', 'dependencies', [
    'cuts_log',
    'locks_log',
    'fills_log',
    'swaps_log',
    'closes_every_file',
    'hands_to_a_worker',
  ]),
  ...by('spy', 'unspied.mjs', 'dependencies', ['calls_another']),
  ...by('spy', 'spied.py', 'dependencies', ['removes_log', 'may_open_no_file', 'closes_every_file', 'forgets_the_spy']),
  ...by('spy', 'spied.py', 'inputs', ['changes_input_while_nothing_is_written']),
  ...by('memory', 'memory.py', 'memory', [
    'in_a_memfd_under_way',
    'in_shared_memory',
    'in_a_segment',
    'in_a_mapping_without_a_file',
    'in_children',
    'for_a_moment',
    'after_the_answer',
  ]),
  ...by('network', 'network.py', 'network', ['by_a_datagram']),
  ...by('network', 'network.py', 'network', ['undisturbed', 'by_a_datagram'], { without: 'L2' }),
  ...by('processes', 'processes.py', 'side_effects', [
    'an_orphan_that_waits',
    'one_that_never_stays',
    'an_orphan_by_an_abstract_socket',
  ]),
  ...by('set-up', 'setup.py', 'side_effects', ['nothing'], { setup: 'plain' }),
  ...by('set-up', 'setup.py', 'side_effects', ['nothing'], { setup: 'moving' }),
  ...by('tracer', 'untraced.py', 'side_effects', ['calls_as_32_bit'], DIES),
  ...by('spy', 'spied.mjs', 'inputs', ['changes_input_and_takes_back']),
  ...by(
    'memory',
    'memory.py',
    'memory',
    [
      'in_a_child_while_nobody_looks',
      'in_an_orphan_while_nobody_looks',
      'in_children_while_nobody_looks',
      'in_itself_while_nobody_looks',
    ],
    { isPaused: true },
  ),
]
