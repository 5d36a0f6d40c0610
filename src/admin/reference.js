// Renders the document of the service in the element `reference`. Requests go to the
// service, if it accepts requests of this page.

(async () => {
  const { service, origins } = document.getElementById("reference").dataset;
  const accepted = origins.split(" ").includes(location.origin);
  const answer = await fetch("openapi.json");
  const spec = await answer.json();
  spec.servers = [{ url: service }];
  SwaggerUIBundle({
    spec,
    dom_id: "#reference",
    deepLinking: true,
    defaultModelExpandDepth: 3,
    docExpansion: "full",
    supportedSubmitMethods: accepted ? ["get", "put", "post", "delete", "patch"] : [],
  });
})();
