import type { Plugin } from 'vite'

/** The helper by which esbuild (keepNames) sets the names of functions, in Radix packages. */
const nameHelper = 'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });'
const emptyHelper = 'var __name = /* @__NO_SIDE_EFFECTS__ */ (target) => target;'

/**
 * Vite plugin that disables the helper: a call of it counts as a side effect, which defeats tree shaking of unused classes, and
 * function names add bytes.
 */
export function unnamedFunctions(): Plugin {
  return {
    name: 'unnamed-functions',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/@radix-ui\//, code: '__name(' },
      handler(code, id) {
        if (!code.includes(nameHelper)) throw new Error(`${id} sets function names in an unknown way`)
        return { code: code.replace(nameHelper, emptyHelper), map: null }
      },
    },
  }
}
