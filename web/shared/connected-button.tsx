import type { ComponentProps } from 'react'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { PermittedButton } from './permitted-button.tsx'
import { useAmazonBlock } from './use-amazon-block.ts'

type ConnectedButtonProps = ComponentProps<typeof PermittedButton> & {
  /** Another reason why it can't be pressed now. */
  block?: string | null
}

/** A button for what needs a connected Amazon account; without one it says so. */
export function ConnectedButton({ block = null, access, deed, onClick, isPending, ...face }: ConnectedButtonProps) {
  const reason = useAmazonBlock() ?? block
  return reason ? (
    <BlockedButton {...face} reason={reason} />
  ) : (
    <PermittedButton {...face} access={access} deed={deed} isPending={isPending ?? false} onClick={onClick} />
  )
}
