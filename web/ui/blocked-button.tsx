import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

type BlockedButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'isPending'> & { reason: string }

/** A button that can't be used now, with the reason as a tooltip. It stays focusable (aria-disabled). */
export function BlockedButton({ reason, ...props }: BlockedButtonProps) {
  return (
    <Tooltip content={reason}>
      <Button {...props} type="button" aria-disabled />
    </Tooltip>
  )
}
