/** Below the root. */
export const MODULES_FOLDER = 'modules'

export const MAX_NAME = 64

/** Lower case, so that no file system takes two modules for one. */
const NAME = `[a-z0-9](?:[a-z0-9._-]{0,${MAX_NAME - 2}}[a-z0-9])?`

export const MODULE_REF: RegExp = new RegExp(`^${NAME}/${NAME}$`)
const FOLDER_NAME = new RegExp(`^${NAME}$`)

export const REF_FORM: string = `namespace/name of lower-case letters, digits, - _ and . inside, at most ${MAX_NAME} characters each, such as acme/billing`

export function isModuleRef(text: string): boolean {
  return MODULE_REF.test(text) && !text.includes('..')
}

/** May a namespace or a module be called so? */
export function isModuleName(name: string): boolean {
  return FOLDER_NAME.test(name) && !name.includes('..')
}
