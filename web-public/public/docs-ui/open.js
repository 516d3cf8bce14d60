// Shows the description that this very server gives of itself.
window.SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#description",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
});
