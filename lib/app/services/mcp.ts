import type { McpService } from "../../mcp/mcp_service.ts";
import type { ToolServices } from "../../mcp/tools.ts";
import type { Config } from "../config.ts";

/**
 * The service for AI assistants; null if it is disabled. Its modules are loaded
 * for the first message.
 */
export function openMcp(
  config: Pick<Config, "MCP">,
  services: ToolServices,
  version: string,
): Pick<McpService, "respond"> | null {
  if (config.MCP === "off") return null;
  let service: Promise<McpService> | undefined;
  const open = async () => {
    const { McpService } = await import("../../mcp/mcp_service.ts");
    return new McpService(services, version);
  };
  return {
    async respond(body, request) {
      service ??= open();
      return await (await service).respond(body, request);
    },
  };
}
