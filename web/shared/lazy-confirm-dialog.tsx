import type { ComponentProps } from 'react'
import type { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { lazyPart } from './lazy-part.tsx'

const Dialog = lazyPart(async () => (await import('#web/ui/confirm-dialog.tsx')).ConfirmDialog)

/** For questions of whole screens: most visits never see them, so their code is loaded when they are asked. */
export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  return props.open && <Dialog {...props} />
}
