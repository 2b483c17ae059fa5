/** Whether what npm says it installed is what the lock file asks for on this platform. */
export function satisfiesLock(installed, lock, { platform, arch }) {
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true
    const present = installed.packages[path]
    if (present) {
      return present.version === wanted.version && present.integrity === (wanted.integrity ?? present.integrity)
    }
    return wanted.optional === true && !isMadeFor(wanted, platform, arch)
  })
}

/** npm leaves out what is optional and made for another platform, and what only such packages need. */
function isMadeFor({ os = [], cpu = [], libc }, platform, arch) {
  return !libc && [os].flat().includes(platform) && [cpu].flat().includes(arch)
}
