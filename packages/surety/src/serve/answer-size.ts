/**
 * Bytes of one answer as JSON. It is sent as data and again as text, in which quotes and backslashes take twice as many: at most three
 * times as much, far below the 10 MiB at which official clients give the connection up.
 */
export const MAX_ANSWER_BYTES = 1_310_720
