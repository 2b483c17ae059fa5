import { type Access, allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { useUrlParam } from './use-url-param.ts'

/**
 * A dialog that the address opens, such as `?create=product`, so that any link can lead into it; closing it leaves the
 * screen's own address. Whoever may not do what it is for sees the screen alone.
 */
export function useUrlDialog(thing: 'product' | 'channel' | 'promotion', access: Access) {
  const { role } = useCurrentUser()
  const [created, setCreated] = useUrlParam('create')
  return {
    isOpen: created === thing && allows(access, role),
    open: () => setCreated(thing),
    close: () => setCreated(null),
  }
}
