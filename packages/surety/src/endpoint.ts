/** What an entry of `network` means, for the sandbox: it imports nothing else of ours. */
export { allowsEndpoint, endpointOf, isLoopback } from '@surety/tool-contracts/tools'
