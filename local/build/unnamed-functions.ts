import type { Plugin } from 'vite'

/** How a function is told its name, for debuggers, in a package that esbuild has made. */
const naming = 'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });'
const noNaming = 'var __name = /* @__NO_SIDE_EFFECTS__ */ (target) => target;'

/**
 * Takes that out of Radix: what is told its name counts as used, so that classes which nobody uses would come along, and
 * with all others their names, which nobody reads.
 */
export function unnamedFunctions(): Plugin {
  return {
    name: 'unnamed-functions',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/@radix-ui\//, code: '__name(' },
      handler(code, id) {
        if (!code.includes(naming)) throw new Error(`${id} tells functions their names in a way that is not known here`)
        return { code: code.replace(naming, noNaming), map: null }
      },
    },
  }
}
