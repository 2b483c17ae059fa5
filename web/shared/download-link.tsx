import { useMutation } from '@tanstack/react-query'
import type { ComponentProps, MouseEvent } from 'react'
import { authApi } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, startDownload } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'

type DownloadLinkProps = Omit<ComponentProps<'a'>, 'download'> & {
  endpoint: Pick<Endpoint, 'needsRecentSignIn'>
  href: string
}

/**
 * A plain link, so that the browser streams the file to disk. A download can't ask for a new sign-in by itself, so where the
 * endpoint needs a recent one that is asked for first.
 */
export function DownloadLink({ endpoint, href, onClick, children, ...props }: DownloadLinkProps) {
  const confirmSignIn = useConfirmSignIn()

  function click(event: MouseEvent<HTMLAnchorElement>) {
    // First, because a menu stays open when its item has prevented the default.
    onClick?.(event)
    if (!endpoint.needsRecentSignIn) return
    event.preventDefault()
    confirmSignIn.mutate(href)
  }

  return (
    <a {...props} href={href} download onClick={click}>
      {children}
    </a>
  )
}

/** Fetches a file by a call that a link can't make. */
export const useDownload = () =>
  useMutation({ mutationFn: (fetchFile: () => Promise<void>) => fetchFile(), onError: toastFailure })

const toastFailure = (error: Error) =>
  toast({ variant: 'destructive', title: t('Not Downloaded'), description: errorMessage(error) })

/** The download starts from the mutation's own options: the menu with the link is gone by then. */
function useConfirmSignIn() {
  return useMutation({
    mutationFn: (_href: string) => call(authApi.recentSignIn, {}),
    onSuccess: (_reply, href) => startDownload(href),
    onError: toastFailure,
  })
}
