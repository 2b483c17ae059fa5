import type { ComponentProps } from 'react'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { PermittedButton } from './permitted-button.tsx'
import { useAmazonBlockReason } from './use-amazon-block.ts'

type ConnectedButtonProps = ComponentProps<typeof PermittedButton> & {
  /** Another reason why it can't be pressed now. */
  blockReason?: string | null
}

/** A button for what needs a connected Amazon account; without one it says so. */
export function ConnectedButton({
  blockReason = null,
  access,
  task,
  onClick,
  isPending,
  ...face
}: ConnectedButtonProps) {
  const reason = useAmazonBlockReason() ?? blockReason
  return reason ? (
    <BlockedButton {...face} reason={reason} />
  ) : (
    <PermittedButton {...face} access={access} task={task} isPending={isPending ?? false} onClick={onClick} />
  )
}
